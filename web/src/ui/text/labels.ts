import type { AnyResource } from '#shared/contract/resource.ts';

/** Returns a label in title case: 'Exam Set' for 'Exam set'. */
export const formatTitleCase = ({ label }: Pick<AnyResource, 'label'>) =>
	label.replace(/\b[a-z]/g, (first: string) => first.toUpperCase());
