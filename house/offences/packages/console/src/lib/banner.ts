// breaks: comments
// ---------- part one ----------
export const banner = 1
