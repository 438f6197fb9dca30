import { Button } from '@mantine/core';
import { type ReactNode, type SyntheticEvent, useRef } from 'react';
import type { AnyResource } from '#shared/contract/content/resource.ts';
import { type Link, listLink } from '../../../addresses.ts';
import type { Named } from '../../api/cached-rows.ts';
import { inactive } from '../controls.tsx';
import { DeleteButton } from '../delete/delete-button.tsx';
import { LeaveGuard } from '../dialog/leave-guard.tsx';
import type { Values } from '../fields/use-form.ts';
import { useBackToList, useBackToPrevious } from '../page/back-to-list.ts';
import { LinkButton } from '../page/links.tsx';
import { FormWithFile } from '../preview/form-with-file.tsx';
import classes from './form.module.css';
import { SubmitButton } from './form.tsx';
import { FormPanel } from './form-panel.tsx';
import { ItemFormFrame } from './item-form.tsx';
import { type ItemFormOptions, useItemForm } from './use-item-form.ts';

/** Props of the form of an item on its own page. */
export interface PageFormProps<R extends AnyResource>
	extends Omit<ItemFormOptions<R>, 'onSaved' | 'start'> {
	/** The order number of a new item. */
	order?: number | undefined;
	fallback?: string;
	/** Target of Cancel on the first screen; the list by default. */
	cancel?: Link;
	/** Other addresses of the list. */
	also?: readonly string[];
	/** Opens the next item of the previous list, after saving. */
	next?: (() => unknown) | undefined;
	/** The field whose file is shown next to the form, where there is room. */
	file?: string;
	/** The fields. */
	children: ReactNode;
}

/** The name of the button that saves and opens the next item. */
const NEXT = 'next';

/**
 * Renders the form of an item on its own page: Save stays in view, Delete is on the far side for existing items, and
 * leaving with unsaved changes asks first.
 */
export const PageForm = <R extends AnyResource>(props: PageFormProps<R>) => {
	const { resource, place, item, order, next, file } = props;
	const { fallback = `Failed to save ${resource.label.toLowerCase()}` } = props;
	const leave = useBackToList(resource, place, ...(props.also ?? []));
	const cancel = useBackToPrevious();
	const opensNext = useRef(false);
	const form = useItemForm({
		...props,
		start: resource.start(order) as Values,
		onSaved: () => (opensNext.current ? next?.() : leave()),
	});
	const submit = (event: SyntheticEvent<HTMLFormElement>) => {
		const { submitter } = event.nativeEvent as SubmitEvent;
		opensNext.current = submitter?.getAttribute('name') === NEXT;
		form.submit(event);
	};
	const panel = (
		<FormPanel>
			<ItemFormFrame
				form={{ ...form, submit }}
				{...{ resource, place, fallback }}
				isNew={item === undefined}
			>
				{props.children}
				<LeaveGuard input={form} />
				{(!form.readOnly || form.lock) && (
					<div className={classes.foot} data-save-bar>
						<div className={classes.bar} data-next={next !== undefined || undefined}>
							<SubmitButton>{`Save ${resource.label}`}</SubmitButton>
							{next && (
								<Button
									type="submit"
									variant="light"
									name={NEXT}
									aria-disabled={form.sending || form.waiting || undefined}
									{...(form.lock && { ...inactive, title: form.lock })}
								>
									Save and next
								</Button>
							)}
							<LinkButton
								{...((props.cancel ?? listLink(resource, place)) as { to: string })}
								variant="default"
								onClick={cancel}
							>
								Cancel
							</LinkButton>
						</div>
						{item && (
							<div className={classes.danger}>
								<DeleteButton
									item={item as Named}
									resource={resource}
									place={place}
									onDeleted={() => {
										form.drop();
										leave();
									}}
								/>
							</div>
						)}
					</div>
				)}
			</ItemFormFrame>
		</FormPanel>
	);
	return file ? <FormWithFile url={form.inputs.getValues()[file]}>{panel}</FormWithFile> : panel;
};
