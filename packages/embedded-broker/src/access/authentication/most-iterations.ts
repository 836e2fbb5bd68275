/** EMQX has no upper end; here one password more would take all threads that also write to the disk, for minutes. */
export const mostIterations = 1_000_000
