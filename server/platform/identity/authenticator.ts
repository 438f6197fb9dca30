import { createOTP } from '@better-auth/utils/otp';

/** Builds the address that an authenticator app scans to add a secret. */
export const buildAuthenticatorUri = (secret: string, product: string, email: string) =>
	createOTP(secret).url(product, email);

/** Returns whether an authenticator app with this secret shows this code now. */
export const isCurrentCode = (secret: string, code: string) => createOTP(secret).verify(code);
