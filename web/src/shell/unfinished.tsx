import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { usePart } from '../api/part.ts';
import { remembered } from '../ui/select/remembered.ts';

/** Tells what became of what was going on in the background when the page was loaded anew. Shows nothing itself. */
export const Unfinished = () => {
	const client = useQueryClient();
	const [wanted] = useState(() => remembered().length > 0);
	const { data: part } = usePart('unfinished', () => import('../ui/select/resume.ts'), {
		wanted,
		patient: true,
	});
	useEffect(() => part?.resumeOperations(client), [part, client]);
	return null;
};
