// What an engine answers when it cannot answer: the problem+json of the HTTP API.

export class EngineError extends Error {
  constructor(problem, status) {
    super(problem?.detail ?? `the server answered ${status}`);
    this.status = status;
  }

  /** Nothing answers: the server has ended, or the network is down. */
  static silent() {
    return new EngineError({ detail: "Taquin does not answer: is taquin serve still running?" }, 0);
  }

  get isSilence() {
    return this.status === 0;
  }
}
