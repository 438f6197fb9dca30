import { z } from '../zod.ts';
import { pageLimit, pageNumber } from './lists.ts';

/** What `GET /statements` asks for. */
export const statementsQuery = z.object({ page: pageNumber(), limit: pageLimit() });
