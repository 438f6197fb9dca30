import { z } from '../zod.ts';
import { paged } from './lists.ts';

/** What `GET /statements` asks for. */
export const statementsQuery = z.object({ ...paged });
