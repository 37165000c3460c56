// Vitest's tests for `npm test`: writes to `TEST_REPORT` how many passed, and which failed.
import { writeFileSync } from "node:fs";

const lineOf = (place, name, errors) =>
  `${place}: ${name}${errors?.[0] ? `: ${errors[0].message.split("\n")[0]}` : ""}`;

export default class TestReport {
  onTestRunEnd(modules, unhandled) {
    const report = { passed: 0, failed: [] };
    for (const file of modules) {
      const place = file.relativeModuleId;
      // A file that could not be loaded, or a hook that failed.
      for (const part of [file, ...file.children.allSuites()])
        for (const error of part.errors()) report.failed.push(lineOf(place, "not run", [error]));
      for (const test of file.children.allTests()) {
        const { state, errors } = test.result();
        if (state === "failed") report.failed.push(lineOf(place, test.fullName, errors));
        else if (state === "passed") report.passed += 1;
      }
    }
    for (const error of unhandled)
      report.failed.push(lineOf("outside of tests", error.name, [error]));
    writeFileSync(process.env.TEST_REPORT, JSON.stringify(report));
  }
}
