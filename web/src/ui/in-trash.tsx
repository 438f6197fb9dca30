import { ApiError } from '../api/api-error.ts';
import { usePart } from '../api/part.ts';
import { useMayEdit } from './for-editors.tsx';
import type { FoundInTrashProps } from './found-in-trash.tsx';
import { Loading } from './loading.tsx';

interface InTrashProps extends FoundInTrashProps {
	/** Why the item could not be loaded, if it could not. */
	error: unknown;
}

const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404;

/** At the old address of an item: looks for it in the trash, for those who may edit it. */
export const InTrash = ({ error, ...rest }: InTrashProps) => {
	const wanted = useMayEdit() && isMissing(error);
	const part = usePart('found in trash', () => import('./found-in-trash.tsx'), { wanted });
	if (!wanted || part.isError) return rest.children;
	if (!part.data) return <Loading text="Looking in the trash..." />;
	return <part.data.FoundInTrash {...rest} />;
};
