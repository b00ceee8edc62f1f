/** SQL: a `PresentedUser` of a row of `users` under this alias. */
export function presentedUser(alias: string): string {
  return `json_build_object('id', ${alias}.id, 'email', ${alias}.email, 'displayName', ${alias}.display_name, 'photoUrl', ${alias}.photo_url)`;
}
