// breaks: comments
// TODO: say why
export const later = 1
