import { Button } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import type { AnyResource, UpdateOf } from '#shared/contract/resource.ts';
import type { Named } from '../../api/cached-rows.ts';
import { DeleteButton } from '../delete-button.tsx';
import { titled } from '../labels.ts';
import { LinkButton } from '../links.tsx';
import { BesideFile } from '../preview/beside-file.tsx';
import classes from './form.module.css';
import { FormPanel } from './form-panel.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import type { ResourceForm, Values } from './resource-form.ts';
import { ResourceFormFrame, SaveButton } from './resource-form-frame.tsx';
import { type ResourceFormOptions, useResourceForm } from './use-resource-form.ts';

/** Every field that can be changed: a page's form that lacks one does not compile. */
type AllFields<R extends AnyResource> = { [Field in keyof UpdateOf<R>]-?: Values[string] };

interface PageFormProps<R extends AnyResource, V extends Values>
	extends Omit<ResourceFormOptions<R, V>, 'onSaved'> {
	/** Where Cancel leads: of `linkOptions`, which checks the address. */
	cancel: { to: string; params?: Readonly<Record<string, string>> };
	/** Leads away once it is saved or deleted. */
	leave: () => void;
	/** Leads to the next of the list that somebody came from, once it is saved. */
	next?: (() => unknown) | undefined;
	/** The field whose file stands beside the form where there is room. */
	file?: keyof V & string;
	/** The fields. */
	children: (form: ResourceForm<V>) => ReactNode;
}

/**
 * The form of one item on a page of its own: Save in reach wherever the page is scrolled to, Delete on the far side
 * where the item exists, and a guard against leaving it changed.
 */
export const PageForm = <R extends AnyResource, V extends Values & AllFields<R>>(
	props: PageFormProps<R, V>,
) => {
	const { cancel, leave, next, file, children, ...options } = props;
	const { resource, place, item } = options;
	const goesOn = useRef(false);
	const form = useResourceForm({
		...options,
		onSaved: () => (goesOn.current ? next?.() : leave()),
	});
	const panel = (
		<FormPanel>
			<ResourceFormFrame form={form}>
				{children(form)}
				{!form.readOnly && (
					<div className={classes.foot}>
						<LeaveGuard form={form} />
						<div className={classes.bar} data-next={next !== undefined || undefined}>
							<SaveButton
								form={form}
								onClick={() => {
									goesOn.current = false;
								}}
							>
								{`Save ${titled(resource)}`}
							</SaveButton>
							{next && (
								<Button
									type="submit"
									variant="light"
									aria-disabled={form.saving || form.waiting || undefined}
									onClick={() => {
										goesOn.current = true;
									}}
								>
									Save and next
								</Button>
							)}
							<LinkButton {...(cancel as { to: string })} variant="default">
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
			</ResourceFormFrame>
		</FormPanel>
	);
	return file ? <BesideFile url={form.inputs.getValues()[file]}>{panel}</BesideFile> : panel;
};
