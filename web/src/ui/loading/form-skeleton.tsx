import { Stack } from '@mantine/core';
import { FormPanel } from '../form/form-panel.tsx';
import { Skeleton } from './loading.tsx';

/** Renders the skeleton of a form. */
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
