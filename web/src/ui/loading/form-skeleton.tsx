import { Stack } from '@mantine/core';
import { FormPanel } from '../form/form-panel.tsx';
import { Skeleton } from './skeleton.tsx';

/** The shape of a form that is on its way. */
export const FormSkeleton = () => (
	<FormPanel>
		<Stack gap="lg">
			{Array.from({ length: 5 }, (_, index) => (
				<div key={index}>
					<Skeleton height={12} width={110} marginBottom={8} />
					<Skeleton height={36} />
				</div>
			))}
		</Stack>
	</FormPanel>
);
