/** A page of a list on the wire, with its paging fields. */
export type Page<T> = {
  content: T[];
  page_no: number;
  page_size: number;
  total_elements: number;
  total_pages: number;
};

export function page<T>(content: T[], pageNo: number, pageSize: number, total: number): Page<T> {
  return {
    content,
    page_no: pageNo,
    page_size: pageSize,
    total_elements: total,
    total_pages: Math.ceil(total / pageSize),
  };
}

/** A list short enough to be one page. */
export function wholeList<T>(content: T[]): Page<T> {
  return page(content, 0, Math.max(content.length, 1), content.length);
}

/** The envelope of single objects under /api/ocpi. */
export function ocpiData<T>(
  data: T,
  now: Date,
): { data: T; status_code: number; timestamp: string } {
  return { data, status_code: 1000, timestamp: now.toISOString() };
}
