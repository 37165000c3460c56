/**
 * Where a PIN code of India is, roughly: by its first three digits for larger cities, else by two, its postal circle. Facts
 * of general knowledge: the first digits of a PIN code name a sorting district; positions are rounded to a tenth or less.
 */
const PLACES = `
110 Delhi 28.63 77.22
121 Faridabad 28.41 77.31
122 Gurugram 28.46 77.03
124 Rohtak 28.9 76.58
131 Sonipat 28.99 77.02
132 Karnal 29.69 76.98
133 Ambala 30.37 76.78
134 Panchkula 30.69 76.86
140 Mohali 30.7 76.72
141 Ludhiana 30.9 75.86
143 Amritsar 31.63 74.87
144 Jalandhar 31.33 75.58
147 Patiala 30.34 76.39
160 Chandigarh 30.73 76.78
171 Shimla 31.1 77.17
180 Jammu 32.73 74.86
190 Srinagar 34.08 74.8
201 Noida and Ghaziabad 28.6 77.4
202 Aligarh 27.88 78.08
208 Kanpur 26.45 80.33
211 Prayagraj 25.44 81.85
221 Varanasi 25.32 82.97
224 Ayodhya 26.79 82.2
226 Lucknow 26.85 80.95
243 Bareilly 28.37 79.42
244 Moradabad 28.84 78.77
248 Dehradun 30.32 78.03
249 Haridwar 29.95 78.16
250 Meerut 28.98 77.71
263 Nainital 29.38 79.45
273 Gorakhpur 26.76 83.37
281 Mathura 27.49 77.67
282 Agra 27.18 78.01
284 Jhansi 25.45 78.57
301 Alwar 27.55 76.63
302 Jaipur 26.91 75.79
305 Ajmer 26.45 74.64
313 Udaipur 24.58 73.71
324 Kota 25.18 75.83
334 Bikaner 28.02 73.31
342 Jodhpur 26.24 73.02
360 Rajkot 22.3 70.8
361 Jamnagar 22.47 70.06
364 Bhavnagar 21.76 72.15
370 Kutch 23.24 69.67
380 Ahmedabad 23.03 72.58
382 Gandhinagar 23.22 72.65
390 Vadodara 22.31 73.18
395 Surat 21.17 72.83
396 Valsad 20.6 72.93
400 Mumbai 19.07 72.88
401 Palghar 19.7 72.77
403 Goa 15.49 73.83
410 Pune district 18.75 73.4
411 Pune 18.52 73.86
413 Solapur 17.66 75.91
415 Satara 17.68 74
416 Kolhapur 16.7 74.24
421 Kalyan 19.24 73.13
422 Nashik 20 73.79
431 Aurangabad 19.88 75.34
440 Nagpur 21.15 79.09
452 Indore 22.72 75.86
456 Ujjain 23.18 75.78
462 Bhopal 23.26 77.41
474 Gwalior 26.22 78.18
482 Jabalpur 23.18 79.95
492 Raipur 21.25 81.63
500 Hyderabad 17.39 78.49
506 Warangal 17.97 79.59
517 Tirupati 13.63 79.42
520 Vijayawada 16.51 80.65
522 Guntur 16.31 80.44
530 Visakhapatnam 17.69 83.22
533 Rajahmundry 17 81.8
560 Bengaluru 12.97 77.59
562 Bengaluru district 13.2 77.6
570 Mysuru 12.3 76.64
575 Mangaluru 12.91 74.86
580 Hubballi 15.36 75.12
590 Belagavi 15.85 74.5
600 Chennai 13.08 80.27
605 Puducherry 11.94 79.83
620 Tiruchirappalli 10.79 78.7
625 Madurai 9.93 78.12
632 Vellore 12.92 79.13
636 Salem 11.66 78.15
641 Coimbatore 11.02 76.96
643 Ooty 11.41 76.7
673 Kozhikode 11.26 75.78
680 Thrissur 10.53 76.21
682 Kochi 9.98 76.28
695 Thiruvananthapuram 8.52 76.94
700 Kolkata 22.57 88.36
711 Howrah 22.59 88.31
713 Durgapur 23.52 87.31
734 Siliguri 26.73 88.4
737 Gangtok 27.33 88.61
744 Port Blair 11.62 92.73
751 Bhubaneswar 20.3 85.82
753 Cuttack 20.46 85.88
769 Rourkela 22.26 84.85
781 Guwahati 26.14 91.74
791 Itanagar 27.08 93.61
793 Shillong 25.58 91.89
795 Imphal 24.82 93.94
796 Aizawl 23.73 92.72
797 Kohima 25.67 94.11
799 Agartala 23.83 91.29
800 Patna 25.59 85.14
823 Gaya 24.8 85
826 Dhanbad 23.8 86.43
831 Jamshedpur 22.8 86.2
834 Ranchi 23.34 85.31
842 Muzaffarpur 26.12 85.36
12 South Haryana 28.9 76.4
13 North Haryana 29.7 76.9
14 Punjab 31 75.6
15 South Punjab 30.3 74.9
16 Chandigarh 30.73 76.78
17 Himachal Pradesh 31.6 77.1
18 Jammu 32.8 75
19 Kashmir and Ladakh 34.2 75.5
20 West Uttar Pradesh 27.6 78.6
21 South Uttar Pradesh 25.6 81.3
22 East Uttar Pradesh 26.2 82.2
23 Mirzapur and Raebareli 25.9 81.7
24 Uttarakhand and Bareilly 29.2 79
25 Meerut and Muzaffarnagar 29.3 77.7
26 Kumaon and Lakhimpur 28.9 80
27 Gorakhpur 26.9 83
28 Agra and Jhansi 26.5 78.3
30 East Rajasthan 26.9 75.6
31 South Rajasthan 24.8 74.3
32 Kota 25.5 76.2
33 North Rajasthan 28.2 74.5
34 West Rajasthan 26 72.3
36 Saurashtra 21.9 70.8
37 Kutch 23.3 69.8
38 North Gujarat 23.4 72.4
39 South Gujarat 21.7 73.1
40 Mumbai and Konkan 18.9 73
41 Pune and Kolhapur 18 74.3
42 North Maharashtra 20.4 74.3
43 Marathwada 19.5 76
44 Vidarbha 20.8 78.5
45 West Madhya Pradesh 22.8 75.8
46 Central Madhya Pradesh 23 77.6
47 North Madhya Pradesh 25.2 78.2
48 East Madhya Pradesh 23.6 80.5
49 Chhattisgarh 21.5 82
50 Telangana 17.8 78.8
51 Rayalaseema 14.7 78.2
52 Coastal Andhra Pradesh 16.2 80.3
53 North Andhra Pradesh 17.5 82.3
56 South-east Karnataka 13.2 77.6
57 South-west Karnataka 13 75.8
58 North-west Karnataka 15.2 75.3
59 North Karnataka 16.3 75.3
60 North Tamil Nadu 12.3 79.7
61 Cauvery delta 10.8 79.3
62 South Tamil Nadu 9.3 78
63 North-west Tamil Nadu 12 78.5
64 West Tamil Nadu 11.1 77.1
67 North Kerala 11.5 75.7
68 Central Kerala 9.9 76.4
69 South Kerala 8.9 76.7
70 Kolkata 22.6 88.4
71 South Bengal 22.9 87.9
72 Medinipur and Bankura 22.7 87.3
73 North Bengal and Sikkim 25.9 88.5
74 Nadia and Murshidabad 23.4 88.5
75 Coastal Odisha 20.2 85.6
76 West and south Odisha 20.4 84
77 West Odisha 21.8 84.3
78 Assam 26.4 92.4
79 North-eastern states 25.5 93
80 Patna 25.5 85.3
81 East Bihar 24.9 86.8
82 South Bihar and Dhanbad 24.2 85.4
83 Jharkhand 23 85.5
84 North Bihar 26.2 85.2
85 East Bihar 25.8 86.8
`;

export type PinPlace = { name: string; latitude: number; longitude: number };

const byDigits = new Map<string, PinPlace>();
for (const line of PLACES.trim().split("\n")) {
  const parts = line.split(" ");
  const [latitude = 0, longitude = 0] = parts.slice(-2).map(Number);
  byDigits.set(parts[0]!, { name: parts.slice(1, -2).join(" "), latitude, longitude });
}

/** Where a typed PIN code is, roughly; null: that is none. Its digits may stand apart: `411 001`. */
export function pinPlace(words: readonly string[]): PinPlace | null {
  const pin = words.join("");
  if (!/^[1-8][0-9]{5}$/.test(pin)) return null;
  return byDigits.get(pin.slice(0, 3)) ?? byDigits.get(pin.slice(0, 2)) ?? null;
}
