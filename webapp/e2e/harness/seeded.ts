import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { databaseUrl, runProgram } from './program';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder of the database that every server starts from. */
    seeded: string;
  }
}

/** Creates a database of demo users and brands, once per run. */
export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'ajo-seeded-'));
  const settings = { PATH: process.env.PATH, HOME: folder, AJO_DATABASE_URL: databaseUrl(folder) };
  runProgram(['seed'], folder, settings);
  project.provide('seeded', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
