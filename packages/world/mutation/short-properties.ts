import fc from "fast-check";

// A mutant that lives is tried by every test: what tries a thousand inputs tries here as many as go into a moment.
fc.configureGlobal({ interruptAfterTimeLimit: 60 });
