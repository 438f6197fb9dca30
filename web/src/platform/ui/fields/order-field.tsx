import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AnyResource, PlaceOf } from '#shared/contract/content/resource.ts';
import type { Named } from '../../api/cached-rows.ts';
import { listQuery } from '../../api/queries.ts';
import { WholeField } from './text-fields.tsx';
import { useField } from './use-field.ts';

interface OrderFieldProps<R extends AnyResource> {
	resource: R;
	place: PlaceOf<R>;
	/** The item to edit, whose own order is not taken. */
	item: { id: string } | undefined;
	label?: string;
	/** The number for empty and non-numeric text. */
	fallback?: number;
}

/** Renders the field of the order, and the item that has the order already, with a button for the last place. */
export const OrderField = <R extends AnyResource>({
	resource,
	place,
	item,
	...field
}: OrderFieldProps<R>) => {
	const { value, set, input } = useField({ name: 'order_num' });
	const { data = [] } = useQuery(listQuery<R>(resource, place));
	const others = (data as unknown as (Named & { order_num: number })[]).filter(
		({ id }) => id !== item?.id,
	);
	const taken = others.find(({ order_num }) => order_num === value);
	const last = Math.max(0, ...others.map(({ order_num }) => order_num)) + 1;
	return (
		<div>
			<WholeField name="order_num" required {...field} />
			{taken && !input.readOnly && (
				<Group gap="0 8px" role="status">
					<Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
						Order {taken.order_num} is taken by {taken.name}
					</Text>
					<Button variant="subtle" size="compact-sm" onClick={() => set(last)}>
						Put it last ({last})
					</Button>
				</Group>
			)}
		</div>
	);
};
