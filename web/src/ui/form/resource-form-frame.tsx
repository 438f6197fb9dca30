import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { onDemand } from '../loading/on-demand.tsx';
import { FormFrame } from './form-frame.tsx';
import type { Conflict, ResourceForm, Values } from './resource-form.ts';

const [ConflictDialog, prepareConflict] = onDemand(
	() => import('./conflict-dialog.tsx'),
	'ConflictDialog',
);

/** Loads the code of the conflict dialog before the connection can be lost. */
const prepare = () => {
	prepareConflict();
};

interface ResourceFormFrameProps<V extends Values> {
	form: ResourceForm<V>;
	/** The fields, then the buttons. */
	children: ReactNode;
}

/** Renders the `FormFrame` of a resource form, and the conflict dialog. */
export const ResourceFormFrame = <V extends Values>(props: ResourceFormFrameProps<V>) => {
	const { form, children } = props;
	return (
		<FormFrame
			onSubmit={form.submit}
			onInput={prepare}
			sending={form.saving}
			failure={form.failure}
			fallback={form.fallback}
			wrong={form.wrong}
			takesFocus={form.isNew && !form.readOnly}
		>
			{children}
			<ConflictDialog
				resource={form.resource}
				place={form.place}
				conflict={form.conflict as Conflict<Values> | undefined}
				opened={form.conflict !== undefined}
				onClose={() => form.conflict?.dismiss()}
			/>
		</FormFrame>
	);
};

interface SaveButtonProps<V extends Values> extends ResourceFormFrameProps<V> {
	children: string;
	/** Text while saving; 'Saving...' by default. */
	pending?: string | undefined;
}

/** Renders the button that saves; its text shows a running save or upload. */
export const SaveButton = <V extends Values>(props: SaveButtonProps<V>) => {
	const { form, pending = 'Saving...', children } = props;
	return (
		<Button type="submit" aria-disabled={form.saving || form.waiting || undefined}>
			{form.saving ? pending : form.waiting ? 'Uploading...' : children}
		</Button>
	);
};
