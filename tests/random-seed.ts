import fc from 'fast-check';
import { AT_LENGTH, SEED } from './faults/length.ts';

// The random cases of properties are the same in each `npm test`, too.
if (!AT_LENGTH) fc.configureGlobal({ seed: SEED });
