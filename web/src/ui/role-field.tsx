import { Radio, Stack } from '@mantine/core';
import { type Role, roleNames, roles } from '#shared/contract/access.ts';

const meanings: Record<Role, string> = {
	admin: 'Everything, and who may do what.',
	editor: 'Courses and all that lies under them. No payments.',
	finance: 'Payments and figures; reads the courses.',
	viewer: 'Reads the courses. No payments.',
};

interface RoleFieldProps {
	defaultValue?: Role;
	error: string | undefined;
	/** It is the role of a key: programs never decide about people and keys. */
	program?: boolean;
}

/** One of the four roles, with what each may do. */
export const RoleField = ({ defaultValue, error, program }: RoleFieldProps) => (
	<Radio.Group name="role" label="Role" defaultValue={defaultValue ?? null} error={error}>
		<Stack gap="sm" mt={6}>
			{roleNames.map((name) => (
				<Radio
					key={name}
					value={name}
					label={roles[name].label}
					description={
						program && name === 'admin' ? 'Everything but people and keys.' : meanings[name]
					}
				/>
			))}
		</Stack>
	</Radio.Group>
);
