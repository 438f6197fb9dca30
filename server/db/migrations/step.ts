import type { Migration } from 'kysely/migration';
import type { Database } from '../database.ts';

/** A step of the schema. Forward only; what was released is never edited. */
export type Step = (engine: Database['engine']) => Migration;
