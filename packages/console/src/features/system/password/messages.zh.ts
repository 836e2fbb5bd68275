export const zh = {
  newPassword: '新密码',
  confirmPassword: '确认密码',
  rule: '8 到 64 个可打印字符，至少包含数字、字母、其他符号中的两类',
  required: '请输入密码',
  same: '新密码不能与旧密码相同',
  different: '两次输入不一致！',
}
