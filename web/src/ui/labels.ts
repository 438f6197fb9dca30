import type { AnyResource } from '#shared/contract/resource.ts';

/** 'Exam set' as it stands in a title: 'Exam Set'. */
export const titled = ({ label }: Pick<AnyResource, 'label'>) =>
	label.replace(/\b[a-z]/g, (first: string) => first.toUpperCase());
