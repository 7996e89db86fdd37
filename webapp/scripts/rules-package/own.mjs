// The package's own module and test vectors: beside this file, or in the source tree where they are built and kept.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const isPacked = existsSync(path('check.wasm'));

export const ownModule = path(isPacked ? 'check.wasm' : '../../pkg/check/check.wasm');
export const ownFixtures = path(isPacked ? 'fixtures' : '../../../fixtures');
