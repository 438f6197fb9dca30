import { Skeleton, Stack } from '@mantine/core';
import { FormPanel } from './form/form-panel.tsx';

/** The shape of a form that is on its way. */
export const FormSkeleton = () => (
	<FormPanel>
		<Stack gap="lg">
			{Array.from({ length: 5 }, (_, index) => (
				<div key={index}>
					<Skeleton h={12} w={110} mb={8} />
					<Skeleton h={36} />
				</div>
			))}
		</Stack>
	</FormPanel>
);
