//! Two hosts, which are network namespaces of this machine with a cable between them.

use crate::common::{FLAGS, LONG, figures, file, mpirun, run, taquin};
use std::fs;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

const HOSTS: [(&str, &str); 2] = [("taquin-a", "10.42.0.1"), ("taquin-b", "10.42.0.2")];

/// Two namespaces, which go when this does.
struct Hosts {
    /// How mpirun begins a process on a host.
    agent: String,
    _directory: tempfile::TempDir,
}

fn ip(arguments: &str) {
    let status = Command::new("ip").args(arguments.split(' ')).status().expect("ip is installed");
    assert!(status.success(), "ip {arguments}");
}

impl Hosts {
    fn new() -> Hosts {
        Hosts::remove();
        ip("link add taquin-va type veth peer name taquin-vb");
        for ((host, address), cable) in HOSTS.into_iter().zip(["taquin-va", "taquin-vb"]) {
            ip(&format!("netns add {host}"));
            ip(&format!("link set {cable} netns {host}"));
            ip(&format!("-n {host} addr add {address}/24 dev {cable}"));
            ip(&format!("-n {host} link set {cable} up"));
            ip(&format!("-n {host} link set lo up"));
            fs::create_dir_all(format!("/etc/netns/{host}")).unwrap();
            let names = HOSTS.map(|(host, address)| format!("{address} {host}\n")).concat();
            fs::write(format!("/etc/netns/{host}/hosts"), format!("127.0.0.1 localhost\n{names}")).unwrap();
        }
        let directory = tempfile::tempdir().unwrap();
        let agent = file(&directory, "agent");
        let script = "#!/bin/sh\nhost=$1; shift\n\
                      exec ip netns exec $host unshare --uts sh -c \"hostname $host; $*\"\n";
        fs::write(&agent, script).unwrap();
        fs::set_permissions(&agent, fs::Permissions::from_mode(0o755)).unwrap();
        Hosts { agent, _directory: directory }
    }

    /// Two processes on each host.
    fn mpirun(&self, arguments: &[&str]) -> Command {
        let search = mpirun(4);
        let (first, _) = HOSTS[0];
        let mut command = Command::new("ip");
        command.args(["netns", "exec", first, "unshare", "--uts", "sh", "-c"]);
        command.arg("hostname \"$0\"; exec \"$@\"").arg(first);
        let hosts = HOSTS.map(|(host, _)| format!("{host}:2")).join(",");
        command.arg(search.get_program()).args(["--host", &hosts]);
        for (name, value) in [
            ("plm_rsh_agent", &*self.agent),
            ("btl", "tcp,self"),
            ("btl_tcp_if_include", "10.42.0.0/24"),
            ("oob_tcp_if_include", "10.42.0.0/24"),
        ] {
            command.args(["--mca", name, value]);
        }
        command.args(search.get_args()).args(arguments);
        command.envs(search.get_envs().map(|(name, value)| (name, value.unwrap_or_default())));
        command.stdin(Stdio::null());
        command
    }

    /// Waits for a number of processes on each host.
    fn wait_until(&self, is_so: impl Fn([usize; 2]) -> bool) {
        let mut at_work = [0; 2];
        for _ in 0..600 {
            at_work = HOSTS
                .map(|(host, _)| processes_on(host).iter().filter(|(_, name)| name == "taquin-mpi").count());
            if is_so(at_work) {
                return;
            }
            sleep(Duration::from_millis(100));
        }
        panic!("{at_work:?} processes are at work");
    }

    fn remove() {
        for (host, _) in HOSTS {
            // What mpirun left where it could not reach it any more.
            processes_on(host).into_iter().for_each(|(process, _)| {
                let _ = Command::new("kill").args(["-9", &process]).status();
            });
            // They may not be there.
            let _ = Command::new("ip").args(["netns", "delete", host]).stderr(Stdio::null()).status();
            let _ = fs::remove_dir_all(format!("/etc/netns/{host}"));
        }
    }
}

impl Drop for Hosts {
    fn drop(&mut self) {
        Hosts::remove();
    }
}

#[test]
#[ignore = "needs root and network namespaces: cargo xtask test --mpi"]
fn two_hosts_run_one_board_together_and_a_cut_cable_is_noticed() {
    let directory = tempfile::tempdir().unwrap();
    let (_, alone, _) = run(taquin().args(["solve", LONG, "--json"]).args(FLAGS));
    let hosts = Hosts::new();
    let (code, text, error) = run(&mut hosts.mpirun(&[&["solve", LONG, "--json"][..], &FLAGS].concat()));
    assert_eq!((code, figures(&text)), (0, figures(&alone)), "{error}");

    let ledger = file(&directory, "ledger");
    let very_long = "15 2 12 11/14 13 9 5/1 3 8 7/0 10 6 4";
    let search = [&["--heartbeat", "5s", "solve", very_long, "--ledger", &ledger][..], &FLAGS].concat();
    let mut mpirun = hosts.mpirun(&search).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    hosts.wait_until(|at_work| at_work.iter().all(|&processes| processes == 2));
    sleep(Duration::from_secs(4));
    ip("-n taquin-a link set taquin-va down");
    // On both sides of the cable.
    hosts.wait_until(|at_work| at_work == [0, 0]);
    // mpirun asks the other host for the end of its processes, until the network says that there is no way to it: a quarter of an hour.
    mpirun.kill().unwrap();
    mpirun.wait().unwrap();
    drop(hosts);
    let mut error = String::new();
    mpirun.stderr.take().unwrap().read_to_string(&mut error).unwrap();
    assert!(error.contains("has not been heard of for 5s"), "{error}");
    assert!(error.contains("what is proved is in the ledger"), "{error}");
    let (_, shown, _) = run(taquin().args(["ledger", "show", &ledger]));
    assert!(shown.contains("units"), "{shown}");
    let (code, text, error) = run(taquin().args(["ledger", "verify", "--sample", "20", &ledger]));
    assert!(code == 0 && text.starts_with("right: 20 runs"), "{text}{error}");
}

/// The processes on a host by number, with their names.
fn processes_on(host: &str) -> Vec<(String, String)> {
    let (_, numbers, _) = run(Command::new("ip").args(["netns", "pids", host]));
    let name = |number: &str| fs::read_to_string(format!("/proc/{number}/comm")).unwrap_or_default();
    numbers.split_whitespace().map(|number| (number.to_string(), name(number).trim().to_string())).collect()
}
