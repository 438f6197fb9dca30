import { Radio, Stack } from '@mantine/core';
import { type KeyRole, keyRoleNames, keyRoles, roleNames } from '#shared/contract/access.ts';
import { PlainRadios } from './plain-radios.tsx';

const meanings: Record<KeyRole, string> = {
	admin: 'Everything, including people and keys.',
	editor: 'Courses and their content. No payments.',
	finance: 'Payments and statistics. Reads the courses.',
	viewer: 'Reads the courses. No payments.',
	metrics: 'Only reads /metrics.',
};

interface RoleFieldProps {
	defaultValue?: KeyRole;
	/** Offers the roles of API keys, which never manage people and keys. */
	program?: boolean;
}

/** Renders a choice of roles, each with what it may do. */
export const RoleField = ({ defaultValue, program }: RoleFieldProps) => (
	<PlainRadios name="role" label="Role" defaultValue={defaultValue ?? null}>
		<Stack gap="sm" mt={6}>
			{(program ? keyRoleNames : roleNames).map((name) => (
				<Radio
					key={name}
					value={name}
					label={keyRoles[name].label}
					description={
						program && name === 'admin' ? 'Everything except people and keys.' : meanings[name]
					}
				/>
			))}
		</Stack>
	</PlainRadios>
);
