import { z } from '../zod.ts';
import { paged } from './lists.ts';

/** The query of `GET /statements`. */
export const statementsQuery = z.object({ ...paged });
