export const patching = {
  hub: "acme",
  title: "Patching",
  startTime: "2031-12-06T02:00:00Z",
  endTime: "2031-12-06T03:00:00Z",
  serviceStatuses: [{ service: "1", status: "down" }],
};
