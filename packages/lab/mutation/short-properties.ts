import fc from "fast-check";

fc.configureGlobal({
  // A mutant that lives is tried by every test: what tries a thousand inputs tries here as many as go into a moment.
  interruptAfterTimeLimit: 60,
  // On a busy machine the moment may be over before the first input: nothing was tried, so nothing was found out.
  reporter: (run) => {
    const untried = run.interrupted && run.numRuns === 0;
    if (run.failed && !untried) throw new Error(fc.defaultReportMessage(run));
  },
});
