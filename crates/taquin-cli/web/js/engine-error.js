// What an engine answers when it cannot answer: the problem+json of the HTTP API.

export class EngineError extends Error {
  constructor(problem, status) {
    super(problem?.detail ?? `the server answered ${status}`);
    this.status = status;
  }
}
