export const zh = {
  readOnly: '控制台以 --read-only 启动，不会做任何修改。',
  viewer: '您的角色是查看者，只能查看，不能修改。',
  secretsForAdministrators: '只有管理员可以查看密钥。',
}
