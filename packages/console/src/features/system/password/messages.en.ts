export const en = {
  newPassword: 'New password',
  confirmPassword: 'Confirm password',
  rule: '8 to 64 printable characters, mixing at least two of digits, letters, other symbols',
  required: 'Password is required',
  same: 'The new and old passwords cannot be the same',
  different: "Two inputs don't match!",
}
