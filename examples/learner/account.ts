import { useCallback, useEffect, useState } from 'react';
import { Refusal, readAccess } from './api.ts';
import { type Login, readKnownAccess, readLogin, writeKnownAccess, writeLogin } from './kept.ts';

/** Returns the login of this browser and its access; `refresh` asks the server again. */
export const useAccount = () => {
	const [login, setLogin] = useState(readLogin);
	const [known, setKnown] = useState(readKnownAccess);
	const token = login?.token;
	const change = useCallback((next: Login | undefined) => {
		writeLogin(next);
		setLogin(next);
		writeKnownAccess(undefined);
		setKnown(undefined);
	}, []);
	const refresh = useCallback(async () => {
		if (!token) return;
		try {
			const { data: access, at } = await readAccess(token);
			writeKnownAccess({ access, at });
			setKnown({ access, at });
		} catch (error) {
			// Signed out by staff, or by a fourth device.
			if (error instanceof Refusal && error.code === 'unauthenticated') change(undefined);
		}
	}, [token, change]);
	useEffect(() => void refresh(), [refresh]);
	return { login, known, change, refresh };
};
export type Account = ReturnType<typeof useAccount>;
