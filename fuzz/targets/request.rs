//! Requests as JSON, of every kind: read, and made into boards, choices and limits. Nothing is searched.

#![no_main]

use libfuzzer_sys::fuzz_target;
use taquin_json::analyse::AnalyseRequest;
use taquin_json::compare::CompareRequest;
use taquin_json::request::{CheckRequest, SolveRequest};
use taquin_json::scramble::ScrambleRequest;
use taquin_json::trace::TraceRequest;
use taquin_json::{Posed, Refusal, Row};

/// Boards that were taken stand in one box, whether sliding connects them or not; what is refused is refused with a status
/// that is the asker's fault.
fn taken(posed: Result<Posed, Refusal>) -> Option<Posed> {
    match posed {
        Ok(posed) => {
            assert_eq!(posed.start.shape(), posed.goal.shape());
            let _ = posed.problem();
            Some(posed)
        }
        Err(refusal) => {
            assert!((400..500).contains(&refusal.status()), "{refusal:?}");
            None
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    if let Ok(request) = serde_json::from_slice::<CheckRequest>(bytes) {
        taken(request.posed());
        let _ = request.metric();
    }
    if let Ok(request) = serde_json::from_slice::<SolveRequest>(bytes) {
        let _ = request.asked();
        if let Some(posed) = taken(request.posed()) {
            let _ = request.choice(posed.start.shape());
        }
    }
    if let Ok(request) = serde_json::from_slice::<TraceRequest>(bytes) {
        let _ = request.asked();
        if let Some(posed) = taken(request.posed()) {
            let _ = request.choice(posed.start.shape());
        }
    }
    if let Ok(request) = serde_json::from_slice::<AnalyseRequest>(bytes) {
        let _ = request.asked();
        taken(request.posed());
        let _ = request.read();
    }
    if let Ok(request) = serde_json::from_slice::<CompareRequest>(bytes) {
        let _ = request.asked();
        let _ = request.read(1);
    }
    if let Ok(request) = serde_json::from_slice::<ScrambleRequest>(bytes) {
        let _ = request.read();
    }
    // What `compare` writes is read again by `compare --resume`.
    if let Ok(row) = serde_json::from_slice::<Row>(bytes) {
        let text = serde_json::to_string(&row).expect("a row can be written");
        assert_eq!(serde_json::from_str::<Row>(&text).expect("what was written can be read"), row);
    }
});
