/**
 * Real cities: coordinates of a point inside the built-up area, state, first four digits of their PIN codes.
 * `eastWest` and `northSouth` are how far stations spread, in km, kept small where the sea is near.
 */
export type City = {
  name: string;
  state: string;
  latitude: number;
  longitude: number;
  pin: string;
  eastWest: number;
  northSouth: number;
  /** Share of all stations, relative. Pune is the pilot city. */
  weight: number;
};

const row = (
  name: string,
  state: string,
  latitude: number,
  longitude: number,
  pin: string,
  weight: number,
  spread: number | readonly [eastWest: number, northSouth: number] = 6,
): City => {
  const [eastWest, northSouth] = typeof spread === "number" ? [spread, spread] : spread;
  return { name, state, latitude, longitude, pin, weight, eastWest, northSouth };
};

export const cities: readonly City[] = [
  row("Pune", "Maharashtra", 18.5204, 73.8567, "4110", 112, 9),
  row("Mumbai", "Maharashtra", 19.115, 72.885, "4000", 75, [4, 13]),
  row("Thane", "Maharashtra", 19.215, 72.985, "4006", 20, 4),
  row("Navi Mumbai", "Maharashtra", 19.055, 73.025, "4007", 25, [3, 6]),
  row("Pimpri-Chinchwad", "Maharashtra", 18.6298, 73.7997, "4110", 25, 6),
  row("Nagpur", "Maharashtra", 21.1458, 79.0882, "4400", 28, 7),
  row("Nashik", "Maharashtra", 19.9975, 73.7898, "4220", 20),
  row("Chhatrapati Sambhajinagar", "Maharashtra", 19.8762, 75.3433, "4310", 14),
  row("Kolhapur", "Maharashtra", 16.705, 74.2433, "4160", 10, 4),
  row("Solapur", "Maharashtra", 17.6599, 75.9064, "4130", 8, 4),
  row("Lonavala", "Maharashtra", 18.7546, 73.4062, "4104", 8, 3),
  row("New Delhi", "Delhi", 28.6139, 77.209, "1100", 95, 13),
  row("Gurugram", "Haryana", 28.4595, 77.0266, "1220", 45, 7),
  row("Faridabad", "Haryana", 28.4089, 77.3178, "1210", 18),
  row("Karnal", "Haryana", 29.6857, 76.9905, "1320", 8, 4),
  row("Noida", "Uttar Pradesh", 28.5355, 77.391, "2013", 38, 6),
  row("Ghaziabad", "Uttar Pradesh", 28.6692, 77.4538, "2010", 18),
  row("Lucknow", "Uttar Pradesh", 26.8467, 80.9462, "2260", 30, 8),
  row("Kanpur", "Uttar Pradesh", 26.4499, 80.3319, "2080", 16),
  row("Agra", "Uttar Pradesh", 27.1767, 78.0081, "2820", 14, 5),
  row("Varanasi", "Uttar Pradesh", 25.3176, 82.9739, "2210", 12, 5),
  row("Prayagraj", "Uttar Pradesh", 25.4358, 81.8463, "2110", 10, 5),
  row("Bengaluru", "Karnataka", 12.9716, 77.5946, "5600", 95, 12),
  row("Mysuru", "Karnataka", 12.2958, 76.6394, "5700", 18, 5),
  row("Mangaluru", "Karnataka", 12.9, 74.87, "5750", 12, [2.5, 4]),
  row("Hubballi", "Karnataka", 15.3647, 75.124, "5800", 10, 4),
  row("Chennai", "Tamil Nadu", 13.05, 80.21, "6000", 70, [5, 10]),
  row("Coimbatore", "Tamil Nadu", 11.0168, 76.9558, "6410", 28, 6),
  row("Madurai", "Tamil Nadu", 9.9252, 78.1198, "6250", 14, 5),
  row("Tiruchirappalli", "Tamil Nadu", 10.7905, 78.7047, "6200", 12, 5),
  row("Salem", "Tamil Nadu", 11.6643, 78.146, "6360", 10, 4),
  row("Vellore", "Tamil Nadu", 12.9165, 79.1325, "6320", 8, 4),
  row("Hyderabad", "Telangana", 17.385, 78.4867, "5000", 85, 12),
  row("Warangal", "Telangana", 17.9689, 79.5941, "5060", 8, 4),
  row("Vijayawada", "Andhra Pradesh", 16.5062, 80.648, "5200", 16, 5),
  row("Visakhapatnam", "Andhra Pradesh", 17.735, 83.27, "5300", 16, [4, 4]),
  row("Tirupati", "Andhra Pradesh", 13.6288, 79.4192, "5175", 8, 4),
  row("Kochi", "Kerala", 9.99, 76.315, "6820", 30, [4, 6]),
  row("Thiruvananthapuram", "Kerala", 8.52, 76.95, "6950", 20, [3, 5]),
  row("Kozhikode", "Kerala", 11.265, 75.805, "6730", 14, [2.5, 4]),
  row("Thrissur", "Kerala", 10.5276, 76.2144, "6800", 12, 4),
  row("Ahmedabad", "Gujarat", 23.0225, 72.5714, "3800", 50, 9),
  row("Surat", "Gujarat", 21.185, 72.84, "3950", 32, 6),
  row("Vadodara", "Gujarat", 22.3072, 73.1812, "3900", 22),
  row("Rajkot", "Gujarat", 22.3039, 70.8022, "3600", 14, 5),
  row("Gandhinagar", "Gujarat", 23.2156, 72.6369, "3820", 10, 4),
  row("Jaipur", "Rajasthan", 26.9124, 75.7873, "3020", 35, 8),
  row("Udaipur", "Rajasthan", 24.5854, 73.7125, "3130", 12, 4),
  row("Jodhpur", "Rajasthan", 26.2389, 73.0243, "3420", 12, 5),
  row("Kota", "Rajasthan", 25.2138, 75.8648, "3240", 8, 4),
  row("Indore", "Madhya Pradesh", 22.7196, 75.8577, "4520", 26, 6),
  row("Bhopal", "Madhya Pradesh", 23.2599, 77.4126, "4620", 18, 5),
  row("Gwalior", "Madhya Pradesh", 26.2183, 78.1828, "4740", 8, 4),
  row("Jabalpur", "Madhya Pradesh", 23.1815, 79.9864, "4820", 8, 4),
  row("Raipur", "Chhattisgarh", 21.2514, 81.6296, "4920", 14, 5),
  row("Kolkata", "West Bengal", 22.5726, 88.3639, "7000", 50, [6, 9]),
  row("Siliguri", "West Bengal", 26.7271, 88.3953, "7340", 10, 4),
  row("Bhubaneswar", "Odisha", 20.2961, 85.8245, "7510", 18, 5),
  row("Ranchi", "Jharkhand", 23.3441, 85.3096, "8340", 12, 5),
  row("Jamshedpur", "Jharkhand", 22.8046, 86.2029, "8310", 8, 4),
  row("Patna", "Bihar", 25.6, 85.12, "8000", 16, [6, 2.5]),
  row("Guwahati", "Assam", 26.15, 91.75, "7810", 14, [6, 3]),
  row("Chandigarh", "Chandigarh", 30.7333, 76.7794, "1600", 22, 4),
  row("Ludhiana", "Punjab", 30.901, 75.8573, "1410", 14, 5),
  row("Amritsar", "Punjab", 31.634, 74.8723, "1430", 12, 5),
  row("Jalandhar", "Punjab", 31.326, 75.5762, "1440", 8, 4),
  row("Dehradun", "Uttarakhand", 30.3165, 78.0322, "2480", 12, 4),
  row("Shimla", "Himachal Pradesh", 31.1048, 77.1734, "1710", 6, 2.5),
  row("Jammu", "Jammu and Kashmir", 32.7266, 74.857, "1800", 8, 4),
  row("Panaji", "Goa", 15.485, 73.835, "4030", 12, [2, 2]),
  row("Puducherry", "Puducherry", 11.935, 79.805, "6050", 8, [2.5, 4]),
];
