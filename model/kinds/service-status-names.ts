/**
 * Documented: exactly these three; there is no maintenance status. In a file of its own, because the help of a command needs
 * no validation.
 */
export const serviceStatusNames = ["up", "degraded-performance", "down"] as const;
