import { createFileRoute } from '@tanstack/react-router';
import { needsIds } from '../../../../ui/address/missing-id.ts';

/** What every screen of a course needs: an address without gaps. */
export const Route = createFileRoute('/admin/courses/$courseId')({ beforeLoad: needsIds });
