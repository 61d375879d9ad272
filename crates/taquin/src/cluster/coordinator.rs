//! Searches, their lists of units and their members: what the first process knows.

use super::list::List;
use super::message::{Asks, Goal, Key, Reply, Request};
use super::pool::Handed;
use super::searches::{Participant, Search, recorded};
use crate::ledger::Recorded;
use crate::problem::Problem;
use crate::search::{Count, Cut};
use crate::solver::{Ledgers, Opened, RecordedMethod};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// Divides searches among members, and writes what they find to a ledger if there is one.
#[derive(Debug)]
pub struct Coordinator {
    ledgers: Option<Arc<dyn Ledgers>>,
    /// The threads of every member.
    threads: Vec<usize>,
    /// Those under way, by a number.
    searches: BTreeMap<u64, Search>,
    begun: u64,
    /// The search of every ticket of a member, and its place among the participants.
    tickets: HashMap<(usize, u32), (u64, usize)>,
    /// Members that wait for a search that another is about to begin.
    early: Vec<(usize, Request)>,
    outgoing: Vec<(usize, Reply)>,
    /// The nodes that every member has reported.
    nodes: Vec<u64>,
}

impl Coordinator {
    /// For members with so many threads each, who write to a ledger or to none.
    pub fn new(ledgers: Option<Arc<dyn Ledgers>>, threads: Vec<usize>) -> Coordinator {
        Coordinator {
            ledgers,
            nodes: vec![0; threads.len()],
            threads,
            searches: BTreeMap::new(),
            begun: 0,
            tickets: HashMap::new(),
            early: Vec::new(),
            outgoing: Vec::new(),
        }
    }

    /// Writes what is found to a ledger from now on. To be called before a search begins.
    pub fn record_in(&mut self, ledgers: Arc<dyn Ledgers>) {
        self.ledgers = Some(ledgers);
    }

    /// A search that members may be waiting for will not begin any more.
    pub fn forget(&mut self, problem: &Problem) {
        let is_of = |request: &Request| matches!(request, Request::Open { problem: of, .. } if of == problem);
        for (member, request) in self.early.extract_if(.., |(_, request)| is_of(request)) {
            if let Request::Open { ticket, .. } = request {
                self.outgoing.push((member, Reply::Over { ticket }));
            }
        }
    }

    /// What there is to say, and to whom.
    pub fn outgoing(&mut self) -> Vec<(usize, Reply)> {
        std::mem::take(&mut self.outgoing)
    }

    /// The nodes of units that every member has searched so far.
    pub fn nodes(&self) -> &[u64] {
        &self.nodes
    }

    /// The problems of searches under way that a member takes no part in, and what such a search may hold if its units depend on
    /// that.
    pub fn open_to(&self, member: usize) -> impl Iterator<Item = (&Problem, Option<u64>)> {
        let takes_part = move |participant: &Participant| participant.member == member;
        let open = self.searches.values().filter(move |search| !search.participants.iter().any(takes_part));
        open.map(|search| (&search.problem, search.method.memory()))
    }

    /// Whether a search of a problem is under way.
    pub fn is_open(&self, problem: &Problem) -> bool {
        self.searches.values().any(|search| search.problem == *problem)
    }

    /// A member says something.
    pub fn receive(&mut self, member: usize, request: Request) {
        match request {
            Request::Open { ref problem, joins: true, .. } if !self.is_open(problem) => {
                self.early.push((member, request));
            }
            Request::Open { ticket, problem, method, joins } => {
                if let Err(why) = self.open(member, ticket, problem.clone(), &method) {
                    self.outgoing.push((member, Reply::Refused { ticket, why }));
                } else if !joins {
                    let early = std::mem::take(&mut self.early);
                    early.into_iter().for_each(|(member, request)| self.receive(member, request));
                }
            }
            Request::Close { ticket, answer } => self.close(member, ticket, answer.as_deref()),
            Request::AskBeams { ticket, .. }
            | Request::NoBeam { ticket, .. }
            | Request::Begin { ticket, .. }
            | Request::PartDone { ticket, .. }
            | Request::Weights { ticket, .. }
            | Request::Report { ticket, .. } => match self.tickets.get(&(member, ticket)).copied() {
                Some((search, place)) => self.go_on(search, place, request),
                None => self.outgoing.push((member, Reply::Over { ticket })),
            },
        }
    }

    /// A participant of a search under way says something.
    fn go_on(&mut self, number: u64, place: usize, request: Request) {
        match request {
            Request::AskBeams { bound, .. } => self.tell_beams(number, place, bound),
            Request::NoBeam { bound, count, .. } => {
                let Some(search) = self.searches.get_mut(&number) else { return };
                search.beams.insert(bound, count);
                search.units.iter().for_each(|units| units.no_beam(bound, count));
            }
            Request::Begin { ticket, cut } => {
                let member = self.searches[&number].participants[place].member;
                match self.begin(number, place, &cut) {
                    Ok(()) => self.end_if_over(number, (cut.bound, cut.part)),
                    Err(Some(why)) => self.outgoing.push((member, Reply::Refused { ticket, why })),
                    Err(None) => self.outgoing.push((member, Reply::Over { ticket })),
                }
            }
            Request::Weights { list, weights, .. } => {
                let of_list = self.searches.get_mut(&number).and_then(|search| search.lists.get_mut(&list));
                of_list.into_iter().for_each(|of_list| of_list.weigh(weights.clone()));
            }
            Request::Report { list, done, goals, grown, asks, .. } => {
                self.report(number, place, list, done, goals);
                self.grown(number, place, list, grown);
                if let Some(asks) = asks
                    && !self.hand_out(number, place, list, asks)
                    && asks == Asks::Idle
                {
                    self.wait(number, place, list);
                }
                self.hand_out_again(number, list);
                self.end_if_over(number, list);
            }
            Request::PartDone { list, part, count, .. } => {
                let of_list = self.searches.get_mut(&number).and_then(|search| search.lists.get_mut(&list));
                if let Some(count) = of_list.and_then(|of_list| of_list.part_done(part, count)) {
                    self.report(number, place, list, vec![(part.unit, count)], Vec::new());
                    self.hand_out_again(number, list);
                    self.end_if_over(number, list);
                }
            }
            Request::Open { .. } | Request::Close { .. } => {}
        }
    }

    /// A member is gone: others get its units. Searches that it began are over.
    pub fn leave(&mut self, member: usize) {
        self.early.retain(|&(early, _)| early != member);
        let own: Vec<u32> =
            self.tickets.keys().filter(|&&(of, _)| of == member).map(|&(_, ticket)| ticket).collect();
        own.into_iter().for_each(|ticket| self.close(member, ticket, None));
    }

    /// To be called now and then: tells those who began searches how far they are.
    pub fn tell_progress(&mut self) {
        for search in self.searches.values() {
            let Some(first) = search.participants.first() else { continue };
            if let Some((&list, current)) = search.lists.iter().find(|(_, list)| list.ended().is_none()) {
                let (ticket, count) = (first.ticket, current.elsewhere(first.member));
                self.outgoing.push((first.member, Reply::Elsewhere { ticket, list, count }));
            }
        }
    }

    fn open(&mut self, member: usize, ticket: u32, problem: Problem, method: &str) -> Result<(), String> {
        let known = self.searches.iter().find(|(_, search)| search.problem == problem);
        let number = match known {
            Some((_, search)) if search.method.to_string() != method => {
                return Err(format!(
                    "process {member} searches by {method}, and process {} by {}: all need the same tables",
                    search.participants.first().map_or(0, |first| first.member),
                    search.method
                ));
            }
            Some((&number, _)) => number,
            None => {
                let method: RecordedMethod = method.parse().map_err(|error| format!("{error}"))?;
                let opened =
                    self.ledgers.as_ref().map(|ledgers| ledgers.open(&problem, &method)).transpose()?;
                let (units, answer) = match opened {
                    Some(Opened { units, answer }) => (Some(units), answer),
                    None => (None, None),
                };
                let answer = answer.as_ref().and_then(Recorded::bytes_of);
                let (participants, lists, beams) = (Vec::new(), BTreeMap::new(), BTreeMap::new());
                let search = Search { problem, method, units, answer, participants, lists, beams };
                self.begun += 1;
                self.searches.insert(self.begun, search);
                self.begun
            }
        };
        if let Some(search) = self.searches.get_mut(&number) {
            self.tickets.insert((member, ticket), (number, search.participants.len()));
            search.participants.push(Participant { member, ticket, counts_beams: Vec::new() });
            self.outgoing.push((member, Reply::Opened { ticket, answer: search.answer.clone() }));
        }
        Ok(())
    }

    /// The one that began a search searches the beams; meanwhile the others go on with the units.
    fn tell_beams(&mut self, number: u64, place: usize, bound: u32) {
        let Some(search) = self.searches.get_mut(&number) else { return };
        let recorded = search.units.as_ref().and_then(|units| units.beams(bound, u64::MAX));
        if let Some(count) = recorded {
            search.beams.insert(bound, count);
        }
        let known = search.beams.get(&bound).copied();
        let participant = &mut search.participants[place];
        if known.is_some() || place == 0 {
            participant.counts_beams.push(bound);
        }
        let known = if place == 0 { known } else { Some(known.unwrap_or_default()) };
        let ticket = participant.ticket;
        self.outgoing.push((participant.member, Reply::Beams { ticket, bound, known }));
    }

    /// A participant has come to a list.
    ///
    /// # Errors
    /// If it may not go on, with the reason if that is an error.
    fn begin(&mut self, number: u64, place: usize, cut: &Cut) -> Result<(), Option<String>> {
        let key = (cut.bound, cut.part);
        let Some(search) = self.searches.get_mut(&number) else { return Err(None) };
        if !search.lists.contains_key(&key) {
            let (to_do, known) = match &search.units {
                Some(units) => recorded(&**units, cut)
                    .map_err(|_| self.ledgers.as_ref().and_then(|ledgers| ledgers.refusal()))?,
                None => (vec![0..cut.units], Count::default()),
            };
            search.lists.insert(key, List::new(*cut, to_do, known, &self.threads));
        }
        let list = search.lists.get_mut(&key).ok_or(None)?;
        if let Some(why) = list.contradicts(cut) {
            return Err(Some(why));
        }
        let Participant { member, ticket, .. } = search.participants[place];
        list.begin(member, place);
        let (elsewhere, first_goal) = (list.elsewhere(member), list.first_goal());
        self.outgoing.push((member, Reply::Begun { ticket, list: key, elsewhere, first_goal }));
        self.outgoing.extend(search.ended(key, place).map(|ended| (member, ended)));
        Ok(())
    }

    /// A participant has searched units.
    fn report(&mut self, number: u64, place: usize, key: Key, done: Vec<(usize, Count)>, goals: Vec<Goal>) {
        let Some(search) = self.searches.get_mut(&number) else { return };
        let Some(list) = search.lists.get_mut(&key) else { return };
        let member = search.participants[place].member;
        for (unit, count) in done {
            self.nodes[member] += count.expanded;
            let at_it = list.at(unit);
            if list.done(member, unit, count)
                && let Some(units) = &search.units
            {
                units.done(unit, count, None);
            }
            for other in at_it {
                let Participant { member, ticket, .. } = search.participants[other];
                self.outgoing.push((member, Reply::DoneElsewhere { ticket, list: key, unit }));
            }
        }
        for goal in goals {
            let (unit, count, path) = (goal.unit, goal.count, goal.path.clone());
            if !list.found(member, goal) {
                continue;
            }
            search.units.iter().for_each(|units| units.done(unit, count, Some(&path)));
            for other in list.begun() {
                let Participant { member, ticket, .. } = search.participants[other];
                self.outgoing.push((member, Reply::FirstGoal { ticket, list: key, unit }));
            }
        }
    }

    /// A participant has been at units for long.
    fn grown(&mut self, number: u64, place: usize, key: Key, grown: Vec<(usize, u64)>) {
        let Some(search) = self.searches.get_mut(&number) else { return };
        let Some(list) = search.lists.get_mut(&key) else { return };
        let member = search.participants[place].member;
        for (unit, nodes) in grown {
            let Some(other) = list.grown(member, unit, nodes) else { continue };
            let Participant { member, ticket, .. } = search.participants[other];
            let recall = Reply::Recall { ticket, list: key, units: vec![unit..unit + 1] };
            self.outgoing.push((member, recall));
            self.outgoing.push((member, Reply::DoneElsewhere { ticket, list: key, unit }));
        }
    }

    /// A participant has nothing to do.
    fn wait(&mut self, number: u64, place: usize, key: Key) {
        let search = self.searches.get_mut(&number);
        let list = search.and_then(|search| search.lists.get_mut(&key));
        list.into_iter().for_each(|list| list.wait(place));
    }

    /// Those who have nothing to do get what there is by now.
    fn hand_out_again(&mut self, number: u64, key: Key) {
        loop {
            let search = self.searches.get_mut(&number);
            let list = search.and_then(|search| search.lists.get_mut(&key));
            let Some(place) = list.and_then(List::next_to_wait) else { return };
            if !self.hand_out(number, place, key, Asks::Idle) {
                return self.wait(number, place, key);
            }
        }
    }

    /// A participant wants units; false if there are none for it.
    fn hand_out(&mut self, number: u64, place: usize, key: Key, asks: Asks) -> bool {
        let Some(search) = self.searches.get_mut(&number) else { return false };
        let Some(list) = search.lists.get_mut(&key) else { return false };
        let Participant { member, ticket, .. } = search.participants[place];
        let reply = match list.take(member, asks) {
            Handed::Units(units) => Reply::Units { ticket, list: key, units },
            Handed::Taken { units, from } => {
                if let Some(other) = list.participant(from) {
                    let Participant { member, ticket, .. } = search.participants[other];
                    let recall = Reply::Recall { ticket, list: key, units: units.clone() };
                    self.outgoing.push((member, recall));
                }
                Reply::Units { ticket, list: key, units }
            }
            Handed::Nothing if asks == Asks::Early => return false,
            Handed::Nothing => match list.take_part(member) {
                Some(part) => Reply::Part { ticket, list: key, part },
                None => return false,
            },
        };
        self.outgoing.push((member, reply));
        true
    }

    fn end_if_over(&mut self, number: u64, key: Key) {
        let Some(search) = self.searches.get_mut(&number) else { return };
        if !search.lists.contains_key(&key) || !search.is_over(key) {
            return;
        }
        let known = search.units.as_ref().map(|units| units.end());
        let known = match known {
            Some(Ok(Some(elsewhere))) => elsewhere.counted,
            _ => Vec::new(),
        };
        search.lists.entry(key).and_modify(|list| list.end(known));
        for place in search.lists[&key].begun() {
            let member = search.participants[place].member;
            self.outgoing.extend(search.ended(key, place).map(|ended| (member, ended)));
        }
    }

    /// A participant goes. If it is the one that began the search, the search is over.
    fn close(&mut self, member: usize, ticket: u32, answer: Option<&[u8]>) {
        let Some((number, place)) = self.tickets.remove(&(member, ticket)) else { return };
        if place > 0 {
            let Some(search) = self.searches.get_mut(&number) else { return };
            search.lists.values_mut().for_each(|list| list.leave(member, place));
            let lists: Vec<Key> = search.lists.keys().copied().collect();
            lists.into_iter().for_each(|key| self.hand_out_again(number, key));
            return;
        }
        let Some(search) = self.searches.remove(&number) else { return };
        let answer = answer.and_then(|bytes| Recorded::from_bytes(bytes)?.answer(&search.problem));
        if let (Some(ledgers), Some(answer)) = (&self.ledgers, answer) {
            ledgers.close(&search.problem, &answer);
        }
        for Participant { member, ticket, .. } in search.participants.into_iter().skip(1) {
            if self.tickets.remove(&(member, ticket)).is_some() {
                self.outgoing.push((member, Reply::Over { ticket }));
            }
        }
    }
}
