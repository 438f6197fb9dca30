import { Button, Text, VisuallyHidden } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, type SyntheticEvent, useRef, useState } from 'react';
import type { AnyResource, ItemOf } from '#shared/contract/content/resource.ts';
import type { Place } from '../../api/cached-rows.ts';
import { buildHoldingQuery } from '../../api/trash.ts';
import { describeDeletion } from '../delete/use-restore.ts';
import { Modal } from '../dialog/modal.tsx';
import type { FormState, Values } from '../fields/use-form.ts';
import { onDemand } from '../loading/on-demand.tsx';
import { notifyFailure } from '../notifications/notifications.tsx';
import { ANOTHER, FormButtons, FormFrame } from './form.tsx';
import { type ItemFormOptions, useItemForm } from './use-item-form.ts';

const [ConflictDialog, prepareConflict] = onDemand(
	() => import('./conflict-dialog.tsx'),
	'ConflictDialog',
);

interface RestoreAndSaveProps {
	label: string;
	/** Id of the deleted item. */
	id: string;
	act: () => Promise<void>;
}

/** Says who deleted the item, and offers to restore the item and save what was typed. */
const RestoreAndSave = ({ label, act, id }: RestoreAndSaveProps) => {
	const { data: deletion } = useQuery(buildHoldingQuery(id));
	const restore = useMutation({
		mutationFn: act,
		onError: (error) => notifyFailure(error, `Failed to restore ${label.toLowerCase()}`),
	});
	return (
		<>
			{deletion && <Text size="sm">{describeDeletion(deletion)}</Text>}
			<Button size="xs" onClick={() => restore.mutate()} loading={restore.isPending}>
				Restore and save
			</Button>
		</>
	);
};

interface ItemFormFrameProps {
	form: FormState & Pick<ReturnType<typeof useItemForm>, 'conflict' | 'restoreAndSave'>;
	resource: AnyResource;
	place: Place;
	fallback: string;
	isNew: boolean;
	/** The fields, then the buttons. */
	children: ReactNode;
}

/** Renders the frame of an item's form, and the dialog with both versions after a stale save. */
export const ItemFormFrame = (props: ItemFormFrameProps) => {
	const { form, resource, place, fallback, isNew, children } = props;
	return (
		<FormFrame
			form={form}
			fallback={fallback}
			takesFocus={isNew && !form.readOnly}
			remedy={
				form.restoreAndSave && <RestoreAndSave label={resource.label} {...form.restoreAndSave} />
			}
			// Loads the dialog before the connection can be lost.
			onInput={prepareConflict}
		>
			{children}
			<ConflictDialog
				resource={resource}
				place={place}
				conflict={form.conflict}
				opened={form.conflict !== undefined}
				onClose={() => form.conflict?.dismiss()}
			/>
		</FormFrame>
	);
};

interface ItemFormProps<R extends AnyResource> extends Omit<ItemFormOptions<R>, 'onSaved'> {
	onClose: () => void;
	/** Offers to add another item, and starts the next form. */
	onAnother?: ((saved: ItemOf<R>) => void) | undefined;
	/** Text of the button: 'Create Subject'. */
	submit: string;
	/** Text of the button while saving: 'Creating...'. */
	pending?: string | undefined;
	/** The error catalogue's text: 'Failed to create subject'. */
	fallback: string;
	/** The fields. */
	children: ReactNode;
}

/** Renders the form of an `ItemFormDialog`, for a dialog that has other content too. */
export const ItemForm = <R extends AnyResource>(props: ItemFormProps<R>) => {
	const { onClose, onAnother, submit, pending, fallback, children, ...options } = props;
	const { resource, place, item } = options;
	const addsAnother = useRef(false);
	const form = useItemForm({
		...options,
		onSaved: (saved) => (addsAnother.current ? onAnother?.(saved) : onClose()),
	});
	const send = (event: SyntheticEvent<HTMLFormElement>) => {
		const { submitter } = event.nativeEvent as SubmitEvent;
		addsAnother.current = submitter?.getAttribute('name') === ANOTHER;
		form.submit(event);
	};
	return (
		<ItemFormFrame
			form={{ ...form, submit: send }}
			{...{ resource, place, fallback }}
			isNew={!item}
		>
			{children}
			<FormButtons onClose={onClose} another={onAnother !== undefined} pending={pending}>
				{submit}
			</FormButtons>
		</ItemFormFrame>
	);
};

type Words = 'title' | 'submit' | 'pending' | 'fallback';

interface ItemFormDialogProps<R extends AnyResource>
	extends Omit<ItemFormProps<R>, Words | 'start'>,
		Partial<Record<Words, string>> {
	opened: boolean;
	/** The fields of the form, if not all of the resource. */
	start?: Values;
	/** The order number of a new item. */
	order?: number;
	/** Offers to add another item after a new one. */
	another?: boolean;
}

/** Renders the form of a new item, and the next one after it: empty name, the following order, the same choices. */
const FormWithNext = <R extends AnyResource>(props: ItemFormProps<R>) => {
	const [next, setNext] = useState<{ after: string; start: Values }>();
	const { start } = props;
	const begin = (saved: ItemOf<R>) => {
		const made = saved as unknown as Values & { id: string };
		const same = Object.keys(start).map((name) => [name, made[name] ?? null]);
		const own = { name: '', order_num: Number(made.order_num) + 1 };
		setNext({ after: made.id, start: { ...Object.fromEntries(same), ...own } });
	};
	return (
		<ItemForm {...props} key={next?.after} start={next?.start ?? start} onAnother={begin}>
			{props.children}
			<VisuallyHidden role="status">{next && `${props.resource.label} created`}</VisuallyHidden>
		</ItemForm>
	);
};

/** Returns the default texts of a dialog. */
const makeTexts = (resource: AnyResource, isNew: boolean) => {
	const [title, noun] = [resource.label, resource.label.toLowerCase()];
	return isNew
		? {
				title: `Add ${title}`,
				submit: `Create ${title}`,
				pending: 'Creating...',
				fallback: `Failed to create ${noun}`,
			}
		: { title: `Edit ${title}`, submit: 'Save Changes', fallback: `Failed to update ${noun}` };
};

/**
 * Renders a dialog with the form of an item. It starts from the initial values each time it opens, stays open with the
 * error if saving fails, and closes after success. Pass `item` to edit; omit it to create.
 */
export const ItemFormDialog = <R extends AnyResource>(props: ItemFormDialogProps<R>) => {
	const { opened, title, order, another, ...body } = {
		...makeTexts(props.resource, !props.item),
		...props,
	};
	const Shown = another && !props.item ? FormWithNext : ItemForm;
	return (
		<Modal opened={opened} onClose={body.onClose} title={title}>
			<Shown start={props.resource.start(order) as Values} {...body} />
		</Modal>
	);
};
