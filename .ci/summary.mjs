import { readFileSync } from 'node:fs';

// Sums up reports of Jest in one line; exits with 1 when anything failed or a report is missing.
let passed = 0;
let failed = 0;
for (const file of process.argv.slice(2)) {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    passed += report.numPassedTests;
    // A file that can't be run has no tests to count.
    failed += report.numFailedTests + report.numRuntimeErrorTestSuites;
  } catch (error) {
    console.log(`There is no report ${file}: ${error.message}`);
    failed += 1;
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
