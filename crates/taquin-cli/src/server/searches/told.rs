//! What a search has told, as far as it is still of interest.

use serde::Serialize;
use std::sync::Arc;
use taquin_json::Refusal;
use taquin_json::compare::CompareNews;
use taquin_json::solve::SolveNews;
use taquin_json::status::Queued;

/// A named piece of news.
pub(in crate::server) trait News: Serialize + Send + 'static {
    /// The name of the event.
    fn name(&self) -> &'static str;
    /// Earlier news of the same kind is out of date; without a kind news stays.
    fn kind(&self) -> Option<&'static str>;
    /// That there is no place yet.
    fn queued(queued: Queued) -> Self;
    /// That there is no answer.
    fn failed(refusal: Refusal) -> Self;
}

impl News for SolveNews {
    fn name(&self) -> &'static str {
        self.name()
    }

    fn kind(&self) -> Option<&'static str> {
        Some(if self.has_incumbent() { "incumbent" } else { self.name() })
    }

    fn queued(queued: Queued) -> SolveNews {
        SolveNews::Queued(queued)
    }

    fn failed(refusal: Refusal) -> SolveNews {
        SolveNews::Failed(refusal)
    }
}

impl News for CompareNews {
    fn name(&self) -> &'static str {
        self.name()
    }

    fn kind(&self) -> Option<&'static str> {
        (!matches!(self, CompareNews::Row(_))).then(|| self.name())
    }

    fn queued(queued: Queued) -> CompareNews {
        CompareNews::Queued(queued)
    }

    fn failed(refusal: Refusal) -> CompareNews {
        CompareNews::Failed(refusal)
    }
}

/// How far a search is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub(in crate::server) enum Phase {
    /// It has no place yet.
    #[default]
    Waiting,
    Running,
    /// Its answer is there.
    Over,
}

/// A piece of news as it is sent.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// Pieces are numbered from 1.
    pub(super) number: u64,
    pub(super) name: &'static str,
    kind: Option<&'static str>,
    pub(super) json: Arc<str>,
}

/// The news of a search.
#[derive(Debug, Default)]
pub(super) struct Told {
    pub(super) phase: Phase,
    pieces: Vec<Piece>,
    count: u64,
}

impl Told {
    /// There is a place now.
    pub(super) fn run(&mut self) {
        self.phase = Phase::Running;
    }

    /// One more piece; the answer is the last.
    pub(super) fn add<N: News>(&mut self, news: &N) {
        let (name, kind) = (news.name(), news.kind());
        let json = serde_json::to_string(news).expect("all of ours can be written");
        if matches!(name, "result" | "done" | "failed") {
            self.phase = Phase::Over;
        }
        self.count += 1;
        self.pieces.retain(|piece| kind.is_none() || piece.kind != kind);
        self.pieces.push(Piece { number: self.count, name, kind, json: json.into() });
    }

    /// The pieces after one of a number.
    pub(super) fn after(&self, number: u64) -> Vec<Piece> {
        self.pieces.iter().filter(|piece| piece.number > number).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queued(ahead: usize) -> SolveNews {
        SolveNews::Queued(Queued { job: "name".into(), ahead })
    }

    #[test]
    fn what_is_out_of_date_is_not_told_again_and_the_answer_is_the_last_thing() {
        let mut told = Told::default();
        told.add(&queued(2));
        told.add(&queued(1));
        let pieces = told.after(0);
        assert_eq!((pieces.len(), pieces[0].number, told.phase), (1, 2, Phase::Waiting));
        assert!(pieces[0].json.contains("\"ahead\":1"));
        assert!(told.after(2).is_empty());
        told.add(&SolveNews::failed(Refusal::stopped("told to")));
        assert_eq!((told.after(2).len(), told.phase), (1, Phase::Over));
        let mut rows = Told::default();
        rows.add(&CompareNews::failed(Refusal::stopped("told to")));
        assert_eq!(rows.after(0)[0].name, "failed");
    }
}
