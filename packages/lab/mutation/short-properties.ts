import fc from "fast-check";

fc.configureGlobal({
  // Every test runs against a surviving mutant, so property tests run for a short time instead of a thousand inputs.
  interruptAfterTimeLimit: 60,
  // On a busy machine the time may be over before the first input: then the test has proved nothing.
  reporter: (run) => {
    const untried = run.interrupted && run.numRuns === 0;
    if (run.failed && !untried) throw new Error(fc.defaultReportMessage(run));
  },
});
