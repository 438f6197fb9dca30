import { pages } from '#shared/contract/account.ts';

/** After signing out: the page is loaded afresh, so that nothing of what was on screen remains. */
export const leave = () => location.replace(pages.signIn);
