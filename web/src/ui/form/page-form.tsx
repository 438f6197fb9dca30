import type { ReactNode } from 'react';
import type { AnyResource, UpdateOf } from '#shared/contract/resource.ts';
import { DeleteButton } from '../delete-button.tsx';
import { titled } from '../labels.ts';
import { LinkButton } from '../links.tsx';
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
	const { cancel, leave, children, ...options } = props;
	const { resource, place, item } = options;
	const form = useResourceForm({ ...options, onSaved: leave });
	return (
		<FormPanel>
			<ResourceFormFrame form={form}>
				{children(form)}
				{!form.readOnly && (
					<div className={classes.foot}>
						<LeaveGuard form={form} />
						<div className={classes.bar}>
							<SaveButton form={form}>{`Save ${titled(resource)}`}</SaveButton>
							<LinkButton {...(cancel as { to: string })} variant="default">
								Cancel
							</LinkButton>
						</div>
						{item && (
							<div className={classes.danger}>
								<DeleteButton
									item={item as ItemName}
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
};

type ItemName = { id: string; name: string };
