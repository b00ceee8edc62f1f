import 'reflect-metadata';
import { runCommand } from './run-command.js';

process.exitCode = await runCommand(process.argv.slice(2), { stdout: process.stdout, stderr: process.stderr });
